/**
 * Sentences of the editor that most translations of `@sveltia/cms` lack, and an author meets: folders of media, conflicts,
 * deletion. What only a wrong configuration shows stays English.
 */

const columns = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'pl', 'tr', 'uk', 'ar', 'zh'] as const;
type Column = (typeof columns)[number];

/** Columns of the package's files: `es-CO` has Spanish. Chinese of the table is in simplified characters. */
const columnOf = (locale: string) =>
  locale === 'zh-TW' ? undefined : columns.find((column) => locale.split('-')[0] === column);

/** Sentences that the package has under another name. */
const sameAs: Readonly<Record<string, string>> = {
  new_folder: 'new_parent_folder',
  new_folder_name: 'new_parent_folder_name',
  new_folder_create: 'new_parent_folder_create',
  new_folder_description: 'new_parent_folder_description',
  'new_folder_error.empty': 'new_parent_folder_error.empty',
  'new_folder_error.invalid': 'new_parent_folder_error.invalid',
  'new_folder_error.duplicate': 'new_parent_folder_error.duplicate',
  folder_contents: 'contents',
  rename_folder: 'rename',
  delete_folder: 'delete',
  replace_file: 'replace',
  replace_image: 'replace',
  remove_file: 'remove',
  remove_image: 'remove',
  'entry_sidebar.slug.title': 'slug',
};

/** Names of the package, then the sentence in each language. Counts follow a colon, so that no word depends on them. */
const table = `
folders | Ordner | Dossiers | Carpetas | Cartelle | Mappen | Pastas | Mappar | Foldery | Klasörler | Папки | المجلدات | 文件夹
more_folders | Weitere Ordner | Autres dossiers | Más carpetas | Altre cartelle | Meer mappen | Mais pastas | Fler mappar | Więcej folderów | Diğer klasörler | Інші папки | مجلدات أخرى | 更多文件夹
select_item | {$name} auswählen | Sélectionner {$name} | Seleccionar {$name} | Seleziona {$name} | {$name} selecteren | Selecionar {$name} | Välj {$name} | Zaznacz: {$name} | {$name} öğesini seç | Вибрати: {$name} | تحديد {$name} | 选择{$name}
file_unavailable | Nicht verfügbar | Indisponible | No disponible | Non disponibile | Niet beschikbaar | Indisponível | Inte tillgänglig | Niedostępny | Kullanılamıyor | Недоступно | غير متاح | 不可用
file_unavailable_description | Die Datei konnte nicht geladen werden. Vielleicht wurde sie verschoben oder gelöscht. | Le fichier n’a pas pu être chargé. Il a peut-être été déplacé ou supprimé. | No se pudo cargar el archivo. Puede que se haya movido o eliminado. | Non è stato possibile caricare il file. Potrebbe essere stato spostato o eliminato. | Het bestand kon niet worden geladen. Misschien is het verplaatst of verwijderd. | Não foi possível carregar este item. Pode ter sido movido ou apagado. | Filen kunde inte läsas in. Den kan ha flyttats eller tagits bort. | Nie udało się wczytać pliku. Mógł zostać przeniesiony lub usunięty. | Dosya yüklenemedi. Taşınmış veya silinmiş olabilir. | Не вдалося завантажити файл. Можливо, його переміщено або видалено. | تعذر تحميل الملف. ربما نُقل أو حُذف. | 无法加载该文件。它可能已被移动或删除。
back_to_parent_folder | Zum übergeordneten Ordner | Retour au dossier parent | Volver a la carpeta superior | Torna alla cartella superiore | Terug naar de bovenliggende map | Voltar à pasta superior | Till överordnad mapp | Wróć do folderu nadrzędnego | Üst klasöre dön | До батьківської папки | العودة إلى المجلد الأعلى | 返回上级文件夹
creating_folder | Ordner wird angelegt … | Création du dossier… | Creando la carpeta… | Creazione della cartella… | Map wordt gemaakt… | A criar a pasta… | Mappen skapas… | Tworzenie folderu… | Klasör oluşturuluyor… | Створення папки… | جارٍ إنشاء المجلد… | 正在创建文件夹…
creating_folder_failed | Der Ordner konnte nicht angelegt werden. | Le dossier n’a pas pu être créé. | No se pudo crear la carpeta. | Non è stato possibile creare la cartella. | De map kon niet worden gemaakt. | Não foi possível criar a pasta. | Mappen kunde inte skapas. | Nie udało się utworzyć folderu. | Klasör oluşturulamadı. | Не вдалося створити папку. | تعذر إنشاء المجلد. | 无法创建文件夹。
folder_options show_folder_options | Ordneroptionen | Options du dossier | Opciones de la carpeta | Opzioni della cartella | Mapopties | Opções da pasta | Mappalternativ | Opcje folderu | Klasör seçenekleri | Параметри папки | خيارات المجلد | 文件夹选项
enter_new_name_for_folder | Geben Sie unten einen neuen Namen ein. Dateien des Ordners ziehen mit um, und Einträge, die sie verwenden, werden aktualisiert. | Saisissez un nouveau nom ci-dessous. Les fichiers du dossier sont déplacés avec lui, et les entrées qui les utilisent sont mises à jour. | Ingresa un nuevo nombre a continuación. Los archivos de la carpeta se mueven con ella, y se actualizan las entradas que los usan. | Inserisci un nuovo nome qui sotto. I file della cartella vengono spostati con essa, e le voci che li usano aggiornate. | Voer hieronder een nieuwe naam in. De bestanden in de map gaan mee, en items die ze gebruiken worden bijgewerkt. | Introduza um novo nome abaixo. O conteúdo da pasta acompanha-a, e as entradas que o usam são atualizadas. | Ange ett nytt namn nedan. Mappens filer följer med, och poster som använder dem uppdateras. | Wpisz poniżej nową nazwę. Pliki z folderu zostaną przeniesione, a wpisy, które ich używają, zaktualizowane. | Aşağıya yeni bir ad girin. Klasördeki dosyalar birlikte taşınır ve bunları kullanan girdiler güncellenir. | Введіть нижче нову назву. Файли папки буде переміщено, а записи, що їх використовують, оновлено. | أدخل اسمًا جديدًا أدناه. تُنقل ملفات المجلد معه وتُحدَّث الإدخالات التي تستخدمها. | 请在下方输入新名称。文件夹中的文件将一并移动，使用它们的条目也会更新。
confirm_deleting_folder | Soll der Ordner „{$name}“ wirklich gelöscht werden? Dateien darin: {$count} | Voulez-vous vraiment supprimer le dossier « {$name} » ? Fichiers qu’il contient : {$count} | ¿Seguro que quieres eliminar la carpeta «{$name}»? Archivos que contiene: {$count} | Eliminare davvero la cartella «{$name}»? File al suo interno: {$count} | De map ‘{$name}’ echt verwijderen? Bestanden erin: {$count} | Apagar mesmo a pasta “{$name}”? Itens que contém: {$count} | Vill du verkligen ta bort mappen ”{$name}”? Filer i den: {$count} | Czy na pewno usunąć folder „{$name}”? Pliki w nim: {$count} | “{$name}” klasörü silinsin mi? İçindeki dosyalar: {$count} | Справді видалити папку «{$name}»? Файлів у ній: {$count} | هل تريد حقًا حذف المجلد «{$name}»؟ الملفات فيه: {$count} | 确定要删除文件夹“{$name}”吗？其中的文件：{$count}
renaming_folder | Ordner wird umbenannt … | Renommage du dossier… | Cambiando el nombre de la carpeta… | Ridenominazione della cartella… | Naam van map wordt gewijzigd… | A mudar o nome da pasta… | Mappen byter namn… | Zmiana nazwy folderu… | Klasör yeniden adlandırılıyor… | Перейменування папки… | جارٍ إعادة تسمية المجلد… | 正在重命名文件夹…
renaming_folder_failed | Der Ordner konnte nicht umbenannt werden. | Le dossier n’a pas pu être renommé. | No se pudo cambiar el nombre de la carpeta. | Non è stato possibile rinominare la cartella. | De naam van de map kon niet worden gewijzigd. | Não foi possível mudar o nome da pasta. | Mappen kunde inte byta namn. | Nie udało się zmienić nazwy folderu. | Klasör yeniden adlandırılamadı. | Не вдалося перейменувати папку. | تعذرت إعادة تسمية المجلد. | 无法重命名文件夹。
deleting_folder | Ordner wird gelöscht … | Suppression du dossier… | Eliminando la carpeta… | Eliminazione della cartella… | Map wordt verwijderd… | A apagar a pasta… | Mappen tas bort… | Usuwanie folderu… | Klasör siliniyor… | Видалення папки… | جارٍ حذف المجلد… | 正在删除文件夹…
deleting_folder_failed | Der Ordner konnte nicht gelöscht werden. | Le dossier n’a pas pu être supprimé. | No se pudo eliminar la carpeta. | Non è stato possibile eliminare la cartella. | De map kon niet worden verwijderd. | Não foi possível apagar a pasta. | Mappen kunde inte tas bort. | Nie udało się usunąć folderu. | Klasör silinemedi. | Не вдалося видалити папку. | تعذر حذف المجلد. | 无法删除文件夹。
folder_created | Ordner angelegt. | Dossier créé. | Carpeta creada. | Cartella creata. | Map gemaakt. | Pasta criada. | Mappen har skapats. | Utworzono folder. | Klasör oluşturuldu. | Папку створено. | أُنشئ المجلد. | 已创建文件夹。
folder_renamed | Ordner umbenannt. | Dossier renommé. | Se cambió el nombre de la carpeta. | Cartella rinominata. | Naam van map gewijzigd. | O nome da pasta foi mudado. | Mappen har bytt namn. | Zmieniono nazwę folderu. | Klasör yeniden adlandırıldı. | Папку перейменовано. | أُعيدت تسمية المجلد. | 已重命名文件夹。
folder_deleted | Ordner gelöscht. | Dossier supprimé. | Carpeta eliminada. | Cartella eliminata. | Map verwijderd. | Pasta apagada. | Mappen har tagits bort. | Usunięto folder. | Klasör silindi. | Папку видалено. | حُذف المجلد. | 已删除文件夹。
folder_path | Pfad des Ordners | Chemin du dossier | Ruta de la carpeta | Percorso della cartella | Pad van de map | Caminho da pasta | Mappens sökväg | Ścieżka folderu | Klasör yolu | Шлях до папки | مسار المجلد | 文件夹路径
x_folders | Ordner: {$count} | Dossiers : {$count} | Carpetas: {$count} | Cartelle: {$count} | Mappen: {$count} | Pastas: {$count} | Mappar: {$count} | Foldery: {$count} | Klasörler: {$count} | Папок: {$count} | المجلدات: {$count} | 文件夹：{$count}
deleting_referenced_assets_note deleting_referenced_entries_note | Verweise darauf in anderen Einträgen werden ebenfalls entfernt. Einträge: {$count} | Les références dans d’autres entrées seront aussi supprimées. Entrées : {$count} | También se quitarán las referencias en otras entradas. Entradas: {$count} | Verranno rimossi anche i riferimenti in altre voci. Voci: {$count} | Verwijzingen in andere items worden ook verwijderd. Items: {$count} | As referências noutras entradas também são removidas. Entradas: {$count} | Hänvisningar i andra poster tas också bort. Poster: {$count} | Odwołania w innych wpisach też zostaną usunięte. Wpisy: {$count} | Diğer girdilerdeki başvurular da kaldırılır. Girdiler: {$count} | Посилання в інших записах теж буде видалено. Записів: {$count} | تُزال أيضًا الإشارات إليه في الإدخالات الأخرى. الإدخالات: {$count} | 其他条目中的引用也会被移除。条目：{$count}
cannot_delete_referenced_assets cannot_delete_referenced_entries | Löschen ist nicht möglich: Diese Felder anderer Einträge wären danach ungültig. Ändern Sie zuerst diese Einträge. | Suppression impossible : ces champs d’autres entrées ne seraient plus valides. Modifiez d’abord ces entrées. | No se puede eliminar: estos campos de otras entradas dejarían de ser válidos. Cambia antes esas entradas. | Impossibile eliminare: questi campi di altre voci non sarebbero più validi. Modifica prima quelle voci. | Verwijderen kan niet: deze velden van andere items zouden ongeldig worden. Wijzig eerst die items. | Não é possível apagar: estes campos de outras entradas deixariam de ser válidos. Altere primeiro essas entradas. | Det går inte att ta bort: de här fälten i andra poster skulle bli ogiltiga. Ändra först de posterna. | Nie można usunąć: te pola innych wpisów stałyby się nieprawidłowe. Najpierw zmień te wpisy. | Silinemez: diğer girdilerdeki bu alanlar geçersiz olur. Önce o girdileri değiştirin. | Видалити неможливо: ці поля інших записів стали б недійсними. Спершу змініть ці записи. | لا يمكن الحذف: ستصبح هذه الحقول في إدخالات أخرى غير صالحة. عدّل تلك الإدخالات أولًا. | 无法删除：其他条目的这些字段将失效。请先修改那些条目。
show_errors | Fehler zeigen | Afficher les erreurs | Mostrar errores | Mostra gli errori | Fouten tonen | Mostrar erros | Visa fel | Pokaż błędy | Hataları göster | Показати помилки | عرض الأخطاء | 显示错误
entry_sidebar.slug.generated_on_save | Der Slug entsteht beim Speichern aus dem Inhalt. Datum und Zeit darin sind die des Speicherns. | Le slug est tiré du contenu à l’enregistrement. Sa date et son heure sont celles de l’enregistrement. | El slug se genera del contenido al guardar. Su fecha y hora son las de ese momento. | Lo slug nasce dal contenuto al salvataggio. Data e ora sono quelle del salvataggio. | De slug ontstaat bij het opslaan uit de inhoud. Datum en tijd zijn die van het opslaan. | O slug é gerado a partir do conteúdo ao gravar. A data e a hora são as desse momento. | Sluggen skapas av innehållet när posten sparas. Datum och tid är då de gällande. | Slug powstaje z treści przy zapisie. Data i godzina to chwila zapisu. | Slug, kaydederken içerikten oluşturulur. Tarih ve saat kayıt anınınkidir. | Слаг створюється з вмісту під час збереження. Дата й час у ньому — час збереження. | يُنشأ الاسم المختصر من المحتوى عند الحفظ، وتاريخه ووقته هما وقت الحفظ. | 保存时根据内容生成别名，其中的日期和时间为保存时间。
entry_sidebar.slug.unavailable | Dieser Eintrag hat keinen Slug. | Cette entrée n’a pas de slug. | Esta entrada no tiene slug. | Questa voce non ha uno slug. | Dit item heeft geen slug. | Esta entrada não tem slug. | Posten har ingen slug. | Ten wpis nie ma sluga. | Bu girdinin slug’ı yok. | Цей запис не має слага. | ليس لهذا الإدخال اسم مختصر. | 此条目没有别名。
save_conflict.title | Von jemand anderem geändert | Modifié par quelqu’un d’autre | Alguien más cambió la entrada | Modificata da qualcun altro | Gewijzigd door iemand anders | Alterada por outra pessoa | Ändrad av någon annan | Zmienione przez kogoś innego | Başka biri değiştirdi | Змінено кимось іншим | عدّله شخص آخر | 已被他人更改
save_conflict.modified_by | {$name} hat den Eintrag am {$date} geändert, nachdem Sie ihn geöffnet hatten. | {$name} a modifié l’entrée le {$date}, après que vous l’avez ouverte. | {$name} cambió la entrada el {$date}, después de que la abrieras. | {$name} ha modificato la voce il {$date}, dopo che l’hai aperta. | {$name} heeft het item op {$date} gewijzigd, nadat je het had geopend. | {$name} alterou a entrada em {$date}, depois de a ter aberto. | {$name} ändrade posten {$date}, efter att du öppnade den. | {$name} – zmiana wpisu {$date}, po jego otwarciu. | {$name}, siz açtıktan sonra girdiyi {$date} tarihinde değiştirdi. | {$name}: запис змінено {$date}, після того як ви його відкрили. | عدّل {$name} الإدخال في {$date} بعد أن فتحته. | 您打开之后，{$name} 于 {$date} 更改了此条目。
save_conflict.modified | Der Eintrag wurde geändert, nachdem Sie ihn geöffnet hatten. | L’entrée a été modifiée après que vous l’avez ouverte. | La entrada cambió después de que la abrieras. | La voce è stata modificata dopo che l’hai aperta. | Het item is gewijzigd nadat je het had geopend. | A entrada foi alterada depois de aberta. | Posten ändrades efter att du öppnade den. | Wpis zmieniono po jego otwarciu. | Girdi, siz açtıktan sonra değişti. | Запис змінено після того, як ви його відкрили. | تغيّر الإدخال بعد أن فتحته. | 此条目在您打开之后已被更改。
save_conflict.deleted | Der Eintrag wurde gelöscht, nachdem Sie ihn geöffnet hatten. | L’entrée a été supprimée après que vous l’avez ouverte. | La entrada se eliminó después de que la abrieras. | La voce è stata eliminata dopo che l’hai aperta. | Het item is verwijderd nadat je het had geopend. | A entrada foi apagada depois de aberta. | Posten togs bort efter att du öppnade den. | Wpis usunięto po jego otwarciu. | Girdi, siz açtıktan sonra silindi. | Запис видалено після того, як ви його відкрили. | حُذف الإدخال بعد أن فتحته. | 此条目在您打开之后已被删除。
save_conflict.overwrite_warning | Wenn Sie jetzt speichern, gehen diese Änderungen verloren. | Si vous enregistrez maintenant, ces modifications seront perdues. | Si guardas ahora, esos cambios se perderán. | Se salvi ora, quelle modifiche andranno perse. | Als je nu opslaat, gaan die wijzigingen verloren. | Se gravar agora, essas alterações perdem-se. | Om du sparar nu går de ändringarna förlorade. | Jeśli teraz zapiszesz, te zmiany przepadną. | Şimdi kaydederseniz o değişiklikler kaybolur. | Якщо зберегти зараз, ті зміни буде втрачено. | إذا حفظت الآن فستضيع تلك التعديلات. | 如果现在保存，对方的更改将丢失。
save_conflict.recreate_warning | Wenn Sie jetzt speichern, wird der Eintrag wieder angelegt. | Si vous enregistrez maintenant, l’entrée sera recréée. | Si guardas ahora, la entrada se creará de nuevo. | Se salvi ora, la voce verrà ricreata. | Als je nu opslaat, wordt het item opnieuw gemaakt. | Se gravar agora, a entrada é criada de novo. | Om du sparar nu skapas posten på nytt. | Jeśli teraz zapiszesz, wpis zostanie utworzony ponownie. | Şimdi kaydederseniz girdi yeniden oluşturulur. | Якщо зберегти зараз, запис буде створено знову. | إذا حفظت الآن فسيُنشأ الإدخال من جديد. | 如果现在保存，将重新创建此条目。
save_conflict.save_anyway | Trotzdem speichern | Enregistrer quand même | Guardar de todos modos | Salva comunque | Toch opslaan | Gravar mesmo assim | Spara ändå | Zapisz mimo to | Yine de kaydet | Усе одно зберегти | الحفظ على أي حال | 仍然保存
save_conflict.branch_moved | Während des Speicherns hat jemand anderes gespeichert. Bitte versuchen Sie es noch einmal. | Quelqu’un d’autre a enregistré au même moment. Veuillez réessayer. | Alguien más guardó al mismo tiempo. Inténtalo de nuevo. | Qualcun altro ha salvato nello stesso momento. Riprova. | Iemand anders heeft tegelijk opgeslagen. Probeer het opnieuw. | Outra pessoa gravou ao mesmo tempo. Tente de novo. | Någon annan sparade samtidigt. Försök igen. | Ktoś inny zapisał w tej samej chwili. Spróbuj ponownie. | Aynı anda başka biri kaydetti. Lütfen yeniden deneyin. | Хтось інший зберіг одночасно. Спробуйте ще раз. | حفظ شخص آخر في الوقت نفسه. حاول مرة أخرى. | 其他人同时保存了更改。请重试。
remote_change.reload_entry | Neu laden | Recharger l’entrée | Volver a cargar | Ricarica la voce | Item opnieuw laden | Recarregar | Läs in på nytt | Wczytaj ponownie | Yeniden yükle | Завантажити знову | إعادة التحميل | 重新加载条目
remote_change.confirm_reloading_entry | Wirklich neu laden? Ihre nicht gespeicherten Änderungen gehen verloren. | Vraiment recharger ? Vos modifications non enregistrées seront perdues. | ¿Volver a cargar? Los cambios sin guardar se perderán. | Ricaricare? Le modifiche non salvate andranno perse. | Opnieuw laden? Wijzigingen die niet zijn opgeslagen gaan verloren. | Recarregar? As alterações por gravar perdem-se. | Läsa in på nytt? Ändringar som inte sparats går förlorade. | Wczytać ponownie? Niezapisane zmiany przepadną. | Yeniden yüklensin mi? Kaydedilmemiş değişiklikler kaybolur. | Завантажити знову? Незбережені зміни буде втрачено. | إعادة التحميل؟ ستضيع التعديلات غير المحفوظة. | 确定要重新加载吗？未保存的更改将丢失。
list_item_options | Optionen des Listeneintrags | Options de l’élément | Opciones del elemento | Opzioni dell’elemento | Opties van het lijstitem | Opções do elemento | Alternativ för objektet | Opcje elementu | Öğe seçenekleri | Параметри елемента | خيارات العنصر | 列表项选项
relation_field.save_together_hint | „{$name}“ wird mit diesem Eintrag gespeichert. | « {$name} » sera enregistré avec cette entrée. | «{$name}» se guardará con esta entrada. | «{$name}» verrà salvato con questa voce. | ‘{$name}’ wordt met dit item opgeslagen. | “{$name}” é gravado com esta entrada. | ”{$name}” sparas med posten. | „{$name}” zostanie zapisane z tym wpisem. | “{$name}” bu girdiyle birlikte kaydedilir. | «{$name}» буде збережено з цим записом. | يُحفظ «{$name}» مع هذا الإدخال. | “{$name}”将与此条目一起保存。
relation_field.add_failed | „{$name}“ konnte nicht hinzugefügt werden. | « {$name} » n’a pas pu être ajouté. | No se pudo añadir «{$name}». | Non è stato possibile aggiungere «{$name}». | ‘{$name}’ kon niet worden toegevoegd. | Não foi possível adicionar “{$name}”. | ”{$name}” kunde inte läggas till. | Nie udało się dodać „{$name}”. | “{$name}” eklenemedi. | Не вдалося додати «{$name}». | تعذرت إضافة «{$name}». | 无法添加“{$name}”。
assets_dialog.title.folder | Ordner auswählen | Choisir un dossier | Seleccionar carpeta | Scegli una cartella | Map kiezen | Escolher pasta | Välj mapp | Wybierz folder | Klasör seç | Виберіть папку | اختيار مجلد | 选择文件夹
assets_dialog.selected_folder | Ausgewählt: {$path} | Dossier choisi : {$path} | Carpeta elegida: {$path} | Cartella scelta: {$path} | Gekozen map: {$path} | Pasta escolhida: {$path} | Vald mapp: {$path} | Wybrany folder: {$path} | Seçilen klasör: {$path} | Вибрана папка: {$path} | المجلد المختار: {$path} | 已选文件夹：{$path}
assets_dialog.selected_folders | Ausgewählte Ordner: {$count} | Dossiers choisis : {$count} | Carpetas elegidas: {$count} | Cartelle scelte: {$count} | Gekozen mappen: {$count} | Pastas escolhidas: {$count} | Valda mappar: {$count} | Wybrane foldery: {$count} | Seçilen klasörler: {$count} | Вибрано папок: {$count} | المجلدات المختارة: {$count} | 已选文件夹：{$count}
assets_dialog.no_subfolders | Dieser Ordner enthält keine Ordner. | Ce dossier ne contient pas de dossiers. | Esta carpeta no contiene carpetas. | Questa cartella non contiene cartelle. | Deze map heeft geen submappen. | Esta pasta não contém pastas. | Mappen har inga undermappar. | Ten folder nie ma podfolderów. | Bu klasörün alt klasörü yok. | У цій папці немає папок. | لا مجلدات في هذا المجلد. | 此文件夹没有子文件夹。
status.deploying | Wird veröffentlicht | Publication en cours | Publicando | Pubblicazione in corso | Wordt gepubliceerd | A publicar | Publiceras | Publikowanie | Yayımlanıyor | Публікується | جارٍ النشر | 正在发布
`;

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.trim()));

type Tree = { [name: string]: string | Tree };

/** The words of the package in one language, with those that it lacks. @param json of its file `locales/de.json` */
export function completeWords(locale: string, json: string): string {
  const words = JSON.parse(json) as Tree;
  const column = columnOf(locale);
  for (const [name, other] of Object.entries(sameAs)) put(words, name, find(words, other));
  for (const [names = '', ...cells] of column === undefined ? [] : rows)
    for (const name of names.split(' ')) put(words, name, cells[columns.indexOf(column as Column)]);
  return JSON.stringify(words);
}

function find(words: Tree, name: string): string | undefined {
  const found = name.split('.').reduce<string | Tree | undefined>((at, part) => (at as Tree)?.[part], words);
  return typeof found === 'string' ? found : undefined;
}

/** What the package has stays. */
function put(words: Tree, name: string, text: string | undefined): void {
  if (text === undefined || find(words, name) !== undefined) return;
  const parts = name.split('.');
  const last = parts.pop() ?? name;
  let at = words;
  for (const part of parts) {
    at[part] ??= {};
    at = at[part] as Tree;
  }
  at[last] = text;
}
