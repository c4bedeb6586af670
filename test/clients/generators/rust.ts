import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
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

const program = (
  url: string,
  listed: string,
) => `use openapi::apis::{configuration::Configuration, contact_api, content_api};
use openapi::models::ContactMessage;

#[tokio::main]
async fn main() {
    let configuration = Configuration { base_path: "${url}".into(), ..Default::default() };
    let posts = content_api::list_posts(&configuration, ${listed}).await.unwrap();
    let token = contact_api::get_contact_contract(&configuration).await.unwrap().submit_token;
    let key = format!("rust-{}", &token[..40]);
    let message = ContactMessage::new("${name}".into(), "${email}".into(), "${text}".into(), token);
    let first = contact_api::send_contact_message(&configuration, message.clone(), Some(&key)).await.unwrap();
    let second = contact_api::send_contact_message(&configuration, message, Some(&key)).await.unwrap();
    assert!(first.sent && first.replayed.is_none() && second.sent && second.replayed == Some(true), "${wrongAnswer}");
    println!("{} posts, the first is {}", posts.len(), posts[0].title.rendered);
}
`;

export function rustAttempts(workshop: Workshop): Attempts {
  return {
    'openapi-generator, rust': () => {
      const folder = generateClient(workshop, 'rust');
      mkdirSync(join(folder, 'examples'));
      writeFileSync(
        join(folder, 'examples/send.rs'),
        program(workshop.url, listPostsArguments(workshop, 'Some(3)', 'None')),
      );
      appendFileSync(
        join(folder, 'Cargo.toml'),
        '\n[dev-dependencies]\ntokio = { version = "1", features = ["macros", "rt-multi-thread"] }\n',
      );
      need(run('cargo', ['build', '--quiet', '--example', 'send'], folder), 'The client does not compile');
      return need(run('cargo', ['run', '--quiet', '--example', 'send'], folder), 'The client failed');
    },
  };
}
