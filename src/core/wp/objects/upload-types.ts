/** MIME types of `media?mime_type=` for anonymous clients (`get_allowed_mime_types`); others are ignored. */
export const uploadTypes: ReadonlySet<string> = new Set([
  ...below('image', 'jpeg gif png bmp tiff webp avif x-icon heic'),
  ...below(
    'video',
    'x-ms-asf x-ms-wmv x-ms-wmx x-ms-wm avi divx x-flv quicktime mpeg mp4 ogg webm x-matroska',
  ),
  ...below('video', '3gpp 3gpp2'),
  ...below('text', 'plain csv tab-separated-values calendar richtext css vtt'),
  ...below('audio', 'mpeg aac x-realaudio wav ogg flac midi x-ms-wma x-ms-wax x-matroska'),
  ...below('application', 'ttaf+xml rtf pdf java x-tar zip x-gzip rar x-7z-compressed octet-stream'),
  ...below('application', 'msword vnd.ms-powerpoint vnd.ms-write vnd.ms-excel vnd.ms-access vnd.ms-project'),
  ...below('application', 'oxps vnd.ms-xpsdocument onenote wordperfect'),
  ...below('application', 'vnd.apple.keynote vnd.apple.numbers vnd.apple.pages'),
  ...below('application/vnd.openxmlformats-officedocument.wordprocessingml.', 'document template'),
  ...below('application/vnd.openxmlformats-officedocument.spreadsheetml.', 'sheet template'),
  ...below(
    'application/vnd.openxmlformats-officedocument.presentationml.',
    'presentation slideshow template slide',
  ),
  ...below('application/vnd.ms-word.', 'document.macroEnabled.12 template.macroEnabled.12'),
  ...below(
    'application/vnd.ms-excel.',
    'sheet.macroEnabled.12 sheet.binary.macroEnabled.12 template.macroEnabled.12 addin.macroEnabled.12',
  ),
  ...below(
    'application/vnd.ms-powerpoint.',
    'presentation.macroEnabled.12 slideshow.macroEnabled.12 template.macroEnabled.12 addin.macroEnabled.12 slide.macroEnabled.12',
  ),
  ...below(
    'application/vnd.oasis.opendocument.',
    'text presentation spreadsheet graphics chart database formula',
  ),
]);

function below(start: string, names: string): string[] {
  const prefix = start.includes('/') ? start : `${start}/`;
  return names.split(' ').map((name) => prefix + name);
}
