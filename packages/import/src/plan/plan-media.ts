import { isImageFile } from 'agentsite/content';
import sharp from 'sharp';
import type { Losses } from '../model/losses.ts';
import { cleanSlug } from '../model/names.ts';
import { plainWords } from '../model/plain-words.ts';
import type { SurveyedAttachment } from '../model/survey.ts';
import { contradicts, writeDate } from '../wordpress/time-zone.ts';
import { isNotDownloaded } from './media-library.ts';
import type { Prepared } from './prepare.ts';

/** Entries of `content/media.yaml`, sorted; without files of unpublished documents and unreadable images. */
export async function planMedia(
  { survey, media, plan, authors, settings, maps }: Prepared,
  losses: Losses,
): Promise<Iterable<object>> {
  const entries = maps.map<string, ReturnType<typeof entryOf>>();
  for (const attachment of survey.attachments.values()) {
    const parent = plan.byId.get(attachment.parent);
    const path = media.pathOf(attachment);
    // An unknown parent hides nothing.
    const isHidden = attachment.parent !== 0 && !parent?.public && survey.titles.has(attachment.parent);
    const source = path === null ? undefined : media.files.get(path);
    if (path === null || source === undefined || isHidden) continue;
    const file = media.address(path);
    if (!(await isReadable(source))) {
      const place = { id: attachment.id, title: attachment.title, address: attachment.link, file: '' };
      losses.add('file-refused', place, file, 'It is not a readable image. Save it again.');
      continue;
    }
    const author = authors.find(
      ({ login }) => login.toLowerCase() === attachment.creator.toLowerCase(),
    )?.slug;
    // The first of several attachments with one file wins.
    if ((entries.get(file)?.id ?? Number.POSITIVE_INFINITY) > attachment.id)
      entries.set(file, entryOf(attachment, file, parent ? attachment.parent : 0, author, settings.timezone));
  }
  const onOther = survey.attachments
    .values()
    .filter((attachment) => contradicts(attachment, settings.timezone));
  const count = [...onOther].length;
  if (count > 0) losses.addForSite('clock-differs', `${count} media files`, 'They keep their own offsets.');
  return entries.sorted().map(([, entry]) => entry);
}

async function isReadable(file: string): Promise<boolean> {
  if (!isImageFile(file) || isNotDownloaded(file)) return true;
  return sharp(file)
    .metadata()
    .then(
      () => true,
      () => false,
    );
}

function entryOf(
  { id, slug, title, alt, caption, description, date, dateGmt }: SurveyedAttachment,
  file: string,
  attachedTo: number,
  author: string | undefined,
  timezone: string,
) {
  const fields = {
    slug: cleanSlug(slug),
    title: plainWords(title),
    alt: plainWords(alt),
    caption: plainWords(caption),
    description: plainWords(description),
    date: writeDate({ date, dateGmt }, timezone) ?? '',
    author: author ?? '',
  };
  // An image without alternative text stays without one.
  const keepsEmpty = (key: string) => key === 'alt' && isImageFile(file);
  const given = Object.entries(fields).filter(([key, text]) => text !== '' || keepsEmpty(key));
  return { file, id, ...Object.fromEntries(given), attachedTo };
}
