import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { need, run } from '../tools.ts';
import { type Attempts, generateClient, message, type Workshop, wrongAnswer } from './workshop.ts';

const { name, email, message: text } = message;

const generatorProgram = (url: string) => `package main

import (
	"context"
	"fmt"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	config := client.NewConfiguration()
	config.Servers = client.ServerConfigurations{{URL: "${url}"}}
	api := client.NewAPIClient(config)
	ctx := context.Background()
	posts := must(api.ContentAPI.ListPosts(ctx).PerPage(3).Execute())
	contract := must(api.ContactAPI.GetContactContract(ctx).Execute())
	message := *client.NewContactMessage("${name}", "${email}", "${text}", contract.SubmitToken)
	key := "go-" + contract.SubmitToken[:40]
	send := func() *client.ContactResult {
		return must(api.ContactAPI.SendContactMessage(ctx).ContactMessage(message).IdempotencyKey(key).Execute())
	}
	first, second := send(), send()
	if !first.Sent || first.GetReplayed() || !second.Sent || !second.GetReplayed() {
		panic("${wrongAnswer}")
	}
	fmt.Printf("%d posts, the first is %s\\n", len(posts), posts[0].Title.Rendered)
}
`;

const oapiCodegenProgram = (url: string) => `package main

import (
	"context"
	"fmt"

	"site/client"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	api := must(client.NewClientWithResponses("${url}"))
	ctx := context.Background()
	perPage := 3
	posts := *must(api.ListPostsWithResponse(ctx, &client.ListPostsParams{PerPage: &perPage})).JSON200
	contract := must(api.GetContactContractWithResponse(ctx)).JSON200
	message := client.ContactMessage{Name: "${name}", Email: "${email}", Message: "${text}", SubmitToken: contract.SubmitToken}
	key := "oapi-" + contract.SubmitToken[:40]
	send := func() *client.ContactResult {
		return must(api.SendContactMessageWithResponse(ctx, &client.SendContactMessageParams{IdempotencyKey: &key}, message)).JSON200
	}
	first, second := send(), send()
	if !first.Sent || first.Replayed != nil || !second.Sent || !*second.Replayed {
		panic("${wrongAnswer}")
	}
	fmt.Printf("%d posts, the first is %s\\n", len(posts), posts[0].Title.Rendered)
}
`;

const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

export function goAttempts(workshop: Workshop): Attempts {
  function runProgram(folder: string, program: string): string {
    mkdirSync(join(folder, 'send'));
    writeFileSync(join(folder, 'send/main.go'), program);
    need(run('go', ['mod', 'tidy'], folder), 'go mod tidy failed');
    need(run('go', ['build', './...'], folder), 'The client does not compile');
    return need(run('go', ['run', './send'], folder), 'The client failed');
  }

  return {
    'openapi-generator, go': () => runProgram(generateClient(workshop, 'go'), generatorProgram(workshop.url)),
    'oapi-codegen': () => {
      const folder = join(workshop.folder, 'oapi-codegen');
      mkdirSync(join(folder, 'client'), { recursive: true });
      need(run('go', ['mod', 'init', 'site'], folder), 'go mod init failed');
      const output = ['-generate', 'types,client', '-package', 'client', '-o', 'client/client.gen.go'];
      need(run('go', ['run', oapiCodegen, ...output, workshop.description], folder), 'The generator failed');
      return runProgram(folder, oapiCodegenProgram(workshop.url));
    },
  };
}
