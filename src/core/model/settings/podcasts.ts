import { z } from 'zod';
import { mailAddress } from '../mail-address.ts';

/** The settings of podcasts: a part of the schema in `site.ts`. A podcast is a series whose posts have `audio`. */
export const podcastFields = {
  /** By the name of the series: `{ 'River talk': { image: '/river-talk.jpg', category: 'Science' } }`. */
  podcasts: z
    .record(
      z.string(),
      z.strictObject({
        /** Title in podcast apps. Default: the name of the series. */
        title: z.string().min(1).optional(),
        description: z.string().min(1),
        /** The artwork in `public/`: a square JPEG or PNG of 1400 to 3000 pixels. */
        image: z
          .string()
          .regex(/^\/[^/].*\.(?:jpe?g|png)$/i, 'must be the address of a JPEG or PNG in public/'),
        /** A category of Apple's list, and one below it: `Society & Culture > Documentary`. */
        category: z.string().min(1),
        /** Default: the site's owner. */
        author: z.string().min(1).optional(),
        /** Address for directories that verify whose podcast it is. Everyone can read it. */
        email: mailAddress.optional(),
        explicit: z.boolean().default(false),
        /** `serial` is listened to in order, from the first episode. */
        type: z.enum(['episodic', 'serial']).default('episodic'),
        /** The podcast's own ID (`podcast:guid`), where it had one elsewhere. */
        guid: z.uuid().optional(),
      }),
    )
    .default({}),
};

/** What podcast apps show of an episode. */
export const audioFields = z.strictObject({
  file: z.string().min(1),
  /** `31:04`. Default: as an MP3, M4A or MP4 file says. */
  duration: z
    .union([z.string(), z.number()])
    .refine((written) => parseDuration(written) !== null, 'must be a duration such as 31:04 or 1:02:03')
    .optional(),
  /** Size of a file elsewhere. */
  bytes: z.int().min(0).optional(),
  /** Media type. Default: that of the file's ending. */
  type: z
    .string()
    .regex(/^(?:audio|video)\/[\w.+-]+$/, 'must be a type such as audio/mpeg')
    .optional(),
  episode: z.int().min(0).optional(),
  season: z.int().min(0).optional(),
  explicit: z.boolean().optional(),
  kind: z.enum(['full', 'trailer', 'bonus']).optional(),
  /** Chapters as JSON (Podcasting 2.0), and the words as WebVTT or SRT: files, as above. */
  chapters: z.string().min(1).optional(),
  transcript: z.string().min(1).optional(),
});

/** The sound of a post, as its front matter and its file describe it. */
export interface Episode extends Omit<z.infer<typeof audioFields>, 'file' | 'duration'> {
  /** Decoded path from the root of the site, or a URL. */
  readonly src: string;
  readonly type: string;
  readonly bytes: number;
  readonly seconds: number | null;
}

/** `31:04`, `1:02:03` or a number of seconds; null for anything else. */
export function parseDuration(written: string | number): number | null {
  if (typeof written === 'number') return written;
  if (!/^(?:\d+:)?\d{1,3}:\d\d$|^\d+$/.test(written)) return null;
  return written.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
