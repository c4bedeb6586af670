/** What the counts below a document say. */
export const words = {
  en: { like: 'Likes', repost: 'Reposts', mention: 'Mentions' },
  de: { like: 'Gefällt', repost: 'Geteilt', mention: 'Erwähnungen' },
  es: { like: 'Me gusta', repost: 'Republicaciones', mention: 'Menciones' },
  fr: { like: 'J’aime', repost: 'Partages', mention: 'Mentions' },
  it: { like: 'Mi piace', repost: 'Condivisioni', mention: 'Menzioni' },
  nl: { like: 'Vind-ik-leuks', repost: 'Gedeeld', mention: 'Vermeldingen' },
  pl: { like: 'Polubienia', repost: 'Udostępnienia', mention: 'Wzmianki' },
  pt: { like: 'Curtidas', repost: 'Republicações', mention: 'Menções' },
  sv: { like: 'Gillningar', repost: 'Delningar', mention: 'Omnämnanden' },
  tr: { like: 'Beğeniler', repost: 'Paylaşımlar', mention: 'Bahsetmeler' },
  uk: { like: 'Вподобання', repost: 'Поширення', mention: 'Згадки' },
  ja: { like: 'いいね', repost: 'リポスト', mention: '言及' },
  zh: { like: '赞', repost: '转发', mention: '提及' },
  ar: { like: 'إعجابات', repost: 'إعادات نشر', mention: 'إشارات' },
  he: { like: 'לייקים', repost: 'שיתופים', mention: 'אזכורים' },
};
