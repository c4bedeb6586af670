import { expect, it } from 'vitest';
import { renderContactDocument } from '../../../src/core/contact/document.ts';
import { renderContactTwin } from '../../../src/core/contact/twin.ts';
import { renderAuthMd } from '../../../src/core/discovery/auth-md.ts';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { languages, wordsOf } from '../../../src/core/languages/words.ts';
import { describeMcpTools } from '../../../src/core/mcp/descriptions.ts';
import { createSite } from '../../helpers/library.ts';

/** What an owner alone can promise: to read everything, to answer, to use an address for nothing else. */
const promises: Readonly<Record<string, RegExp>> = {
  ar: /كل رسالة|سيأتيك|يجيب|أي غرض/,
  de: /jede nachricht|beantwortet|die antwort kommt|nichts anderes|dorthin/i,
  en: /reads (?:every|each|it|all)|every message|will (?:come|reply|answer)|answers by|nothing else|a person reads/i,
  es: /cada mensaje|respuesta llegará|llegará la respuesta|nada más/i,
  fr: /chaque message|réponse (?:viendra|y sera)|rien d’autre/i,
  he: /כל הודעה|התשובה ת|לשום דבר/,
  it: /ogni messaggio|risposta arriverà|nient’altro/i,
  ja: /すべてのメッセージ|返信はメール|届きます|使いません/,
  nl: /elk bericht|het antwoord komt|daar gaat|nergens anders/i,
  pl: /każdą wiadomość|odpowiedź przyjdzie|przyjdzie odpowiedź|niczego innego/i,
  pt: /cada mensagem|resposta (?:virá|vai)|mais nada/i,
  sv: /varje meddelande|svaret (?:kommer|skickas)|inte till något annat/i,
  tr: /her iletiyi|yanıt (?:e-posta|oraya)|kullanılmaz/i,
  uk: /кожне повідомлення|відповідь прийде|надійде відповідь|ні для чого іншого/i,
  zh: /每条消息|回复会|不作其他/,
};

it.each(languages)('%s: the contact form promises nothing on behalf of the owner', (language) => {
  const { contact, connect } = wordsOf({ language, words: {} }).words;
  const bodies = [contact.lede, contact.emailHint, contact.thanksText, connect.newsletterHint];
  expect(bodies.join('\n')).not.toMatch(promises[language]!);
});

it('the documents of the contact endpoint promise nothing either', () => {
  const site = createSite();
  const budget = { limit: 1, windowSeconds: 1, remaining: 1, resetSeconds: 0 };
  const contract = renderContactDocument({
    baseUrl: site.url,
    channel: 'agent',
    perCaller: budget,
    site: budget,
    submitToken: 'token',
    now: 0,
    expiresAt: 0,
  });
  const documents = [
    renderContactTwin(site),
    renderAuthMd(site),
    renderOpenapi({ site }),
    JSON.stringify(contract),
    JSON.stringify(describeMcpTools(site)),
  ];
  expect(documents.filter((text) => promises.en!.test(text))).toEqual([]);
});

it('an owner makes promises of their own', () => {
  const words = { 'contact.lede': 'I read every message.' };
  expect(renderContactTwin(createSite({ words }))).toContain('\nI read every message.\n');
});
