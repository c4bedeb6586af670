/** WebMCP descriptions in forms (`tooldescription`, `toolparamdescription`), in English on every site. */
export const searchTool = {
  description: 'Search this site. Opens the list of pages that contain the given words.',
  words: 'Words to look for',
  filters: {
    kind: 'Content type; empty for all',
    category: 'Category of posts; empty for all',
    year: 'Year of posts and talks; empty for all',
  },
} as const;

export const contactTool = {
  description:
    'Prepares a message to the owner of this site. The user reads it and presses the button to send it.',
  fields: {
    name: 'Name of the person the message is from',
    email: 'Address of that person; the answer goes there',
    subject: 'Short subject line, may be left out',
    message: 'The message, as plain text',
  },
} as const;

export const unlockTool = {
  description: 'Decrypts the text of this page. The user enters its password.',
  password: 'Password of this page',
} as const;
