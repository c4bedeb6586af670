import { afterEach, describe, expect, it } from 'vitest';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject | undefined;
afterEach(() => project?.remove());

const svg = (attributes: string, content = '<path d="M0 0h9v9z"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

async function sizeOf(drawing: string | Uint8Array, file = 'content/posts/a.svg') {
  project?.remove();
  project = new ContentProject({
    'content/posts/a.md': post(file.startsWith('public') ? '![a](/a.svg)' : '![a](a.svg)'),
    [file]: drawing,
  });
  const loaded = await project.load();
  loaded.close();
  const [image] = loaded.library.documents[0]?.images ?? [];
  return [image?.width, image?.height];
}

describe('the size of a drawing is that of browsers', () => {
  it.each([
    ['width="120" height="80"', [120, 80]],
    ['width="120px" height="80.4"', [120, 80]],
    ['width="50mm" height="2.5cm" viewBox="0 0 2 1"', [189, 94]],
    ['width="2in" height="72pt"', [192, 96]],
    ['width="10pc" height="40Q"', [160, 38]],
    ['width="10em" height="2rem"', [160, 32]],
    ['width="5ex" height="1e2"', [40, 100]],
    ['width="100%" height="100%" viewBox="0 0 640 320"', [640, 320]],
    ['width="auto" viewBox="0,0,640,320"', [640, 320]],
    ['viewBox="-10 -10 61.4 50.2"', [61, 50]],
    ['width="200" viewBox="0 0 400 100"', [200, 50]],
    ['height="50mm" viewBox="0 0 400 100"', [756, 189]],
    ['width="50%" height="100" viewBox="0 0 400 100"', [400, 100]],
    ['width="200"', [200, 150]],
    ['height="40"', [300, 40]],
    ['', [300, 150]],
    ['viewBox="0 0 0 10"', [300, 150]],
    ['viewBox="none" width="-5"', [300, 150]],
    ['style="width: 30mm; height:10mm" width="9" height="9"', [113, 38]],
    ['viewBox="0 0 60000 40000"', [60000, 40000]],
    ['viewBox="0 0 1 1"', [1, 1]],
    ['viewBox="0 0 0.2 0.1"', [1, 1]],
  ])('%s', async (attributes, size) => {
    expect(await sizeOf(svg(attributes))).toEqual(size);
  });

  it('behind a declaration, a byte order mark, a comment, entities and a prefix', async () => {
    const rest = '<s:svg xmlns:s="&ns;" width="30" height="20"><s:path d=""/></s:svg>';
    const drawing = `\uFEFF<?xml version="1.0"?>\n<!-- <svg width="1"> -->\n<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>\n${rest}`;
    expect(await sizeOf(drawing)).toEqual([30, 20]);
    expect(await sizeOf(Buffer.from(svg('width="3" height="2"', '<!-- é -->'), 'latin1'))).toEqual([3, 2]);
  });

  it('in public/ too', async () => {
    expect(await sizeOf(svg('width="1in" viewBox="0 0 2 1"'), 'public/a.svg')).toEqual([96, 48]);
  });
});

describe('a drawing that no browser shows is reported', () => {
  it.each([
    [
      '<svg viewBox="0 0 9 9"><path d=""/></svg>',
      /without its namespace: add xmlns="http:\/\/www\.w3\.org\/2000\/svg" to <svg>/,
    ],
    ['<svg xmlns="http://www.w3.org/1999/xhtml"/>', /without its namespace/],
    ['<html xmlns="http://www.w3.org/2000/svg"/>', /outermost element is <html>, not <svg>/],
    [svg('viewBox="0 0 9 9"', '<g>'), /cannot be read as an image \(.*unclosed|unexpected close tag/],
    [svg('', '<use xlink:href="#a"/>'), /unbound namespace prefix: "xlink"/],
    ['', /cannot be read as an image/],
    ['GIF89a', /cannot be read as an image/],
  ])('%j', async (drawing, message) => {
    for (const file of ['content/posts/a.svg', 'public/a.svg']) {
      project = new ContentProject({
        'content/posts/a.md': post(file.startsWith('public') ? '![a](/a.svg)' : '![a](a.svg)'),
        [file]: drawing,
      });
      expect(await project.problems()).toEqual([expect.stringMatching(message)]);
      project.remove();
    }
  });
});
