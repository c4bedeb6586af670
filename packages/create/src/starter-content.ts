/** The content of a new site in one language. `posts` is the same word as in the interface. */
interface StarterContent {
  readonly posts: string;
  /** Description of the site. */
  readonly description: string;
  /** Title of the first post, followed by its content. */
  readonly hello: string;
  readonly change: string;
  readonly contents: string;
  /** What is in brackets becomes a link. A code block follows. */
  readonly elements: string;
  readonly tip: string;
  /** Title of the draft, followed by its content. */
  readonly next: string;
  readonly draft: string;
  /** Content of the page about the owner. */
  readonly about: string;
}

const en: StarterContent = {
  posts: 'Writing',
  description: 'Writing by {owner}',
  hello: 'Hello',
  change: 'This is the first post. It is the file `content/posts/hello.md`: change it or delete it.',
  contents: 'What a document can contain',
  elements: '[Links], lists, images, tables, footnotes and code:',
  tip: 'While `npm run dev` runs, the browser shows each change as you save it.',
  next: 'What comes next',
  draft: 'This is a draft. Only `npm run dev` shows it; remove the line `draft: true` to publish it.',
  about: 'Say here who you are, and what people find on this site.',
};

const catalogs: Readonly<Record<string, StarterContent>> = {
  ar: {
    posts: 'المقالات',
    description: 'كتابات {owner}',
    hello: 'مرحبًا',
    change: 'هذا هو المقال الأول، وهو في الملف `content/posts/hello.md`، ويمكن تعديله أو حذفه.',
    contents: 'ما يمكن أن يحتويه النص',
    elements: '[روابط] وقوائم وصور وجداول وحواشٍ وشيفرة برمجية:',
    tip: 'أثناء تشغيل `npm run dev` يعرض المتصفح كل تعديل فور حفظه.',
    next: 'ما سيأتي لاحقًا',
    draft: 'هذه مسودة لا تظهر إلا مع `npm run dev`. لنشرها يُحذف السطر `draft: true`.',
    about: 'هنا مكان التعريف بصاحب الموقع وبما يجده القراء فيه.',
  },
  de: {
    posts: 'Beiträge',
    description: 'Texte von {owner}',
    hello: 'Hallo',
    change:
      'Das ist der erste Beitrag. Er liegt in `content/posts/hello.md` und kann geändert oder gelöscht werden.',
    contents: 'Was ein Text enthalten kann',
    elements: '[Links], Listen, Bilder, Tabellen, Fußnoten und Code:',
    tip: 'Solange `npm run dev` läuft, zeigt der Browser jede Änderung, sobald sie gespeichert ist.',
    next: 'Was als Nächstes kommt',
    draft:
      'Das ist ein Entwurf. Nur `npm run dev` zeigt ihn; ohne die Zeile `draft: true` wird er veröffentlicht.',
    about:
      'Hier ist Platz für ein paar Sätze darüber, wer hier schreibt und worum es auf dieser Website geht.',
  },
  en,
  es: {
    posts: 'Entradas',
    description: 'Textos de {owner}',
    hello: 'Hola',
    change: 'Esta es la primera entrada. Está en `content/posts/hello.md` y se puede modificar o eliminar.',
    contents: 'Lo que puede contener un texto',
    elements: '[Enlaces], listas, imágenes, tablas, notas al pie y código:',
    tip: 'Mientras `npm run dev` está en marcha, el navegador muestra cada cambio en cuanto se guarda.',
    next: 'Lo que viene después',
    draft: 'Esto es un borrador. Solo `npm run dev` lo muestra; sin la línea `draft: true` se publica.',
    about: 'Aquí se puede contar quién escribe y qué se encuentra en este sitio.',
  },
  fr: {
    posts: 'Articles',
    description: 'Textes de {owner}',
    hello: 'Bonjour',
    change:
      'Voici le premier article. Il se trouve dans `content/posts/hello.md` et peut être modifié ou supprimé.',
    contents: 'Ce qu’un texte peut contenir',
    elements: '[Des liens], des listes, des images, des tableaux, des notes de bas de page et du code :',
    tip: 'Tant que `npm run dev` est lancé, le navigateur affiche chaque modification dès qu’elle est enregistrée.',
    next: 'La suite',
    draft:
      'Ceci est un brouillon. Seul `npm run dev` l’affiche ; sans la ligne `draft: true`, il est publié.',
    about: 'Cette page peut dire qui écrit et ce que l’on trouve sur ce site.',
  },
  he: {
    posts: 'רשומות',
    description: 'כתיבה מאת {owner}',
    hello: 'שלום',
    change: 'זו הרשומה הראשונה. היא נמצאת בקובץ `content/posts/hello.md`, ואפשר לשנות או למחוק אותה.',
    contents: 'מה טקסט יכול להכיל',
    elements: '[קישורים], רשימות, תמונות, טבלאות, הערות שוליים וקוד:',
    tip: 'כל עוד `npm run dev` פועל, הדפדפן מציג כל שינוי ברגע שהוא נשמר.',
    next: 'מה בהמשך',
    draft: 'זו טיוטה. רק `npm run dev` מציג אותה; בלי השורה `draft: true` היא מתפרסמת.',
    about: 'כאן אפשר לספר מי כותב ומה אפשר למצוא באתר.',
  },
  it: {
    posts: 'Articoli',
    description: 'Testi di {owner}',
    hello: 'Ciao',
    change:
      'Questo è il primo articolo. Si trova in `content/posts/hello.md` e si può modificare o eliminare.',
    contents: 'Che cosa può contenere un testo',
    elements: '[Collegamenti], elenchi, immagini, tabelle, note a piè di pagina e codice:',
    tip: 'Finché `npm run dev` è in esecuzione, il browser mostra ogni modifica appena viene salvata.',
    next: 'Che cosa viene dopo',
    draft: 'Questa è una bozza. Solo `npm run dev` la mostra; senza la riga `draft: true` viene pubblicata.',
    about: 'Qui si può dire chi scrive e che cosa si trova su questo sito.',
  },
  ja: {
    posts: '記事',
    description: '{owner}の文章',
    hello: 'こんにちは',
    change:
      'これは最初の記事です。ファイルは `content/posts/hello.md` にあり、書き換えることも削除することもできます。',
    contents: '本文に書けるもの',
    elements: '[リンク]、リスト、画像、表、脚注、コード：',
    tip: '`npm run dev` の実行中は、保存するたびに変更がブラウザーに表示されます。',
    next: '次の記事',
    draft: 'これは下書きで、`npm run dev` でのみ表示されます。`draft: true` の行を削除すると公開されます。',
    about: 'ここには、書いている人とこのサイトの内容について書きます。',
  },
  nl: {
    posts: 'Berichten',
    description: 'Teksten van {owner}',
    hello: 'Hallo',
    change:
      'Dit is het eerste bericht. Het staat in `content/posts/hello.md` en kan worden gewijzigd of verwijderd.',
    contents: 'Wat een tekst kan bevatten',
    elements: '[Links], lijsten, afbeeldingen, tabellen, voetnoten en code:',
    tip: 'Zolang `npm run dev` draait, toont de browser elke wijziging zodra die is opgeslagen.',
    next: 'Wat er nog komt',
    draft:
      'Dit is een concept. Alleen `npm run dev` toont het; zonder de regel `draft: true` wordt het gepubliceerd.',
    about: 'Hier is plaats om te vertellen wie er schrijft en wat er op deze site te vinden is.',
  },
  pl: {
    posts: 'Wpisy',
    description: 'Pisze {owner}',
    hello: 'Cześć',
    change:
      'To jest pierwszy wpis. Znajduje się w pliku `content/posts/hello.md` i można go zmienić lub usunąć.',
    contents: 'Co może zawierać tekst',
    elements: '[Odnośniki], listy, obrazy, tabele, przypisy i kod:',
    tip: 'Gdy działa `npm run dev`, przeglądarka pokazuje każdą zmianę zaraz po zapisaniu.',
    next: 'Co będzie dalej',
    draft: 'To jest szkic. Pokazuje go tylko `npm run dev`; bez wiersza `draft: true` zostanie opublikowany.',
    about: 'Tutaj można napisać, kto prowadzi tę stronę i co można na niej znaleźć.',
  },
  pt: {
    posts: 'Artigos',
    description: 'Textos de {owner}',
    hello: 'Olá',
    change: 'Este é o primeiro artigo. Está em `content/posts/hello.md` e pode ser alterado ou eliminado.',
    contents: 'O que um texto pode conter',
    elements: '[Links], listas, imagens, tabelas, notas de rodapé e código:',
    tip: 'Enquanto `npm run dev` estiver ativo, o navegador mostra cada alteração assim que é guardada.',
    next: 'O que vem a seguir',
    draft: 'Isto é um rascunho. Só `npm run dev` o mostra; sem a linha `draft: true`, é publicado.',
    about: 'Aqui pode dizer-se quem escreve e o que se encontra neste site.',
  },
  sv: {
    posts: 'Inlägg',
    description: 'Texter av {owner}',
    hello: 'Hej',
    change:
      'Det här är det första inlägget. Det finns i `content/posts/hello.md` och kan ändras eller tas bort.',
    contents: 'Vad en text kan innehålla',
    elements: '[Länkar], listor, bilder, tabeller, fotnoter och kod:',
    tip: 'Medan `npm run dev` körs visar webbläsaren varje ändring så snart den har sparats.',
    next: 'Vad som kommer härnäst',
    draft: 'Det här är ett utkast. Bara `npm run dev` visar det; utan raden `draft: true` publiceras det.',
    about: 'Här kan det stå vem som skriver och vad som finns på webbplatsen.',
  },
  tr: {
    posts: 'Yazılar',
    description: '{owner} yazıyor',
    hello: 'Merhaba',
    change: 'Bu ilk yazıdır. `content/posts/hello.md` dosyasındadır; değiştirilebilir veya silinebilir.',
    contents: 'Bir metin neler içerebilir',
    elements: '[Bağlantılar], listeler, görseller, tablolar, dipnotlar ve kod:',
    tip: '`npm run dev` çalışırken tarayıcı her değişikliği kaydedildiği anda gösterir.',
    next: 'Sırada ne var',
    draft:
      'Bu bir taslaktır. Onu yalnızca `npm run dev` gösterir; `draft: true` satırı silinince yayımlanır.',
    about: 'Burada sitede kimin yazdığı ve neler bulunduğu anlatılabilir.',
  },
  uk: {
    posts: 'Дописи',
    description: 'Пише {owner}',
    hello: 'Вітаю',
    change: 'Це перший допис. Він лежить у файлі `content/posts/hello.md`; його можна змінити або видалити.',
    contents: 'Що може містити текст',
    elements: '[Посилання], списки, зображення, таблиці, виноски та код:',
    tip: 'Поки працює `npm run dev`, браузер показує кожну зміну, щойно її збережено.',
    next: 'Що буде далі',
    draft: 'Це чернетка. Її показує лише `npm run dev`; без рядка `draft: true` її буде опубліковано.',
    about: 'Тут можна розповісти, хто пише і що є на цьому сайті.',
  },
  zh: {
    posts: '文章',
    description: '{owner}的文字',
    hello: '你好',
    change: '这是第一篇文章，文件是 `content/posts/hello.md`，可以修改或删除。',
    contents: '正文可以包含什么',
    elements: '[链接]、列表、图片、表格、脚注和代码：',
    tip: '运行 `npm run dev` 时，每次保存后浏览器都会显示改动。',
    next: '接下来',
    draft: '这是草稿，只有 `npm run dev` 会显示它。删除 `draft: true` 这一行即可发布。',
    about: '可以在这里介绍作者，以及读者在本站能看到什么。',
  },
};

/** @param language BCP 47 tag; languages without a catalog get English */
export function starterContent(language: string): StarterContent {
  return catalogs[language.split('-', 1)[0] ?? ''] ?? en;
}
