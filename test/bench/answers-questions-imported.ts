import { datedBetween, type Question, questionsOf } from './answers-questions.ts';

const posted = (asks: string, words: string, after: string, before: string, ...answer: RegExp[]) =>
  datedBetween(asks, words, ['post', after, before], ...answer);
const absent = questionsOf('negative', [
  ['Is there anything about submarines?', 'submarine'],
  ['Is there anything about cryptocurrency?', 'cryptocurrency'],
]);

/** About the recorded site of `check:import`. */
export const aboutRecording: readonly Question[] = [
  ...questionsOf('fact', [
    ['How long does the compost take?', 'compost days', /ninety days|Day ninety/i],
    ['What is the compost made of?', 'compost recipe', /[Tt]wo parts brown/],
    ['When is mail answered?', 'contact write to us', /on Sundays/],
    ['Who is in the team?', 'team', /Ines/, /Tom[aá]s/, /June/],
    ['When are plants watered?', 'watering', /Early in the morning/],
    ['What did the team begin with?', 'history of the team', /began with a bench/],
    ['On which day can one join?', 'join us', /on a Saturday/],
    ['How long did the loaf rise?', 'loaf rose hours', /nineteen hours/],
  ]),
  posted('What was posted in 2021?', 'posts 2021', '2021-01-01', '2022-01-01', /Snow/, /Thaw/, /Late frost/),
  posted(
    'What was posted in 2016?',
    'posts 2016',
    '2016-01-01',
    '2017-01-01',
    /On patience/,
    /A walk in August/,
  ),
  ...questionsOf('existence', [
    ['Is there a guest book?', 'guest book', /Guest book/, /Leave a word/],
    ['Is there a privacy policy?', 'privacy policy', /We keep nothing/],
  ]),
  ...questionsOf('comparison', [
    ['How do the notes of two months differ?', 'short note of month', /month 1\b/, /month 3\b/],
  ]),
  ...absent,
];

/** About the corpus of `diff:wordpress`. */
export const aboutCorpus: readonly Question[] = [
  ...questionsOf('fact', [
    ['What does Alice do?', 'Alice', /Alice weaves/],
    ['When was it founded?', 'founded history', /Founded in 1999/],
    ['What did they drink in Zürich?', 'Zürich coffee', /crème brûlée coffee/],
    ['What glows above the loom?', 'glows above the loom', /lantern glows/i],
    ['How much did fish and chips cost?', 'fish chips euros', /cost (?:<|&lt;)?10/],
    ['What sits on the stove?', 'stove', /copper kettle/],
    ['Which mail address is given?', 'contact write to us', /hi@example\.org/],
    ['What is on the second of two pages?', 'two pages in one', /wombat/],
  ]),
  posted(
    'What was posted in May 2022?',
    'posts May 2022',
    '2022-05-01',
    '2022-06-01',
    /My copper kettle/,
    /Tea time/,
    /Split by tags/,
  ),
  posted(
    'What was posted in January 2023?',
    'posts January 2023',
    '2023-01-01',
    '2023-02-01',
    /Hello from the workshop/,
    /Launch notes/,
    /Pinned announcement/,
  ),
  ...questionsOf('existence', [
    ['Is there a diary from Tokyo?', 'Tokyo diary', /Tokyo diary/],
    ['Is there a post about a launch?', 'launch', /We launched/],
  ]),
  ...questionsOf('comparison', [
    ['How do two projects differ?', 'project', /Project alpha/i, /beta uses copper/i],
  ]),
  ...absent,
];
