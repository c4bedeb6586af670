import { z } from 'zod';
import { explainOpenNote, findOpenNote, withoutNotes } from '../../core/text/private-notes.ts';

/** Words for readers in YAML, without the private notes of their author. */
export const plainWords = z
  .string()
  .superRefine((text, context) => {
    const sign = findOpenNote(text);
    if (sign !== null) context.addIssue(explainOpenNote(sign));
  })
  .overwrite(withoutNotes)
  .trim();
