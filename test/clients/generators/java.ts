import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { need, run } from '../tools.ts';
import {
  type Attempts,
  generateClient,
  listPostsArguments,
  message,
  type Workshop,
  wrongAnswer,
} from './workshop.ts';

const { name, email, message: text } = message;

const program = (configure: string, listed: string) => `package send;

import java.util.UUID;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Main {
  public static void main(String[] given) throws Exception {
    ApiClient client = new ApiClient();
    ${configure}
    java.util.List<Post> posts = new ContentApi(client).listPosts(${listed});
    ContactApi contact = new ContactApi(client);
    ContactMessage message = new ContactMessage().name("${name}").email("${email}").message("${text}")
        .submitToken(contact.getContactContract().getSubmitToken());
    String key = UUID.randomUUID().toString();
    ContactResult first = contact.sendContactMessage(message, key);
    ContactResult second = contact.sendContactMessage(message, key);
    if (!first.getSent() || first.getReplayed() != null || !second.getSent() || !second.getReplayed())
      throw new Exception("${wrongAnswer}");
    System.out.println(posts.size() + " posts, the first is " + posts.get(0).getTitle().getRendered());
  }
}
`;

export function javaAttempts(workshop: Workshop): Attempts {
  function library(library: string, configure: string): string {
    const folder = generateClient(workshop, 'java', '--library', library);
    const sources = join(folder, 'src/main/java/send');
    mkdirSync(sources);
    writeFileSync(join(sources, 'Main.java'), program(configure, listPostsArguments(workshop, '3', 'null')));
    const goals = ['compile', 'dependency:copy-dependencies'];
    need(run('mvn', ['--quiet', '--batch-mode', ...goals], folder), 'The client does not compile');
    const classes = ['target/classes', 'target/dependency/*'].join(':');
    return need(run('java', ['-cp', classes, 'send.Main'], folder), 'The client failed');
  }

  return {
    'openapi-generator, java, native': () => library('native', `client.updateBaseUri("${workshop.url}");`),
    'openapi-generator, java, okhttp-gson': () =>
      library('okhttp-gson', `client.setBasePath("${workshop.url}");`),
  };
}
