const title = 'Subscribe a person to the newsletter';
const ask =
  'Ask the person first, with the exact address, and only then send it: this asks for a confirmation by mail. Nobody is subscribed before a person presses the button behind the link in that mail. The answer is the same for every address.';
const json = (schema: object) => ({ 'application/json': { schema } });
const answer = (description: string) => ({ description, content: json({ type: 'object' }) });

/** The route for programs, as OpenAPI describes it. */
export const openapi = {
  '/wp-json/site/v1/newsletter/subscribe': {
    get: {
      operationId: 'getNewsletterForm',
      summary: 'Topics, languages and frequencies of the newsletter, with a submit token',
      responses: { '200': answer('What can be chosen, and a token that is valid once, for 15 minutes.') },
    },
    post: {
      operationId: 'subscribeToNewsletter',
      summary: title,
      description: ask,
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          required: ['email', 'submit_token'],
          additionalProperties: false,
          properties: {
            email: { type: 'string', format: 'email', maxLength: 254 },
            topics: { type: 'array', items: { type: 'string' }, minItems: 1 },
            language: { type: 'string' },
            frequency: { enum: ['each', 'weekly', 'monthly'] },
            submit_token: { type: 'string' },
          },
        }),
      },
      responses: {
        '202': answer('A mail that asks for a confirmation is on its way, if the address can have one.'),
        '401': answer('The token is missing, was used, or is too old.'),
        '422': answer('A field can’t be used; `data.params` has a sentence for each.'),
        '429': answer('Too many requests; Retry-After has the seconds to wait.'),
        '503': answer('The list can’t be reached.'),
      },
    },
  },
};
