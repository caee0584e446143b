const pathMatches = (...paths: string[]) => new RegExp(paths.join('|'))

/**
 * Code that pages share, in a few chunks instead of dozens of small ones. Pages, dialogs and forms stay separate chunks until opened.
 * Staff code is not listed here, because a chunk is loaded as a whole.
 */
export const sharedChunks = [
  { name: 'framework', test: pathMatches('node_modules/(react|react-dom|react-router|scheduler|@orpc)/'), priority: 4 },
  // All static imports of the entry: shell, session, API client, errors. The entry itself is excluded: it waits for pages, which import these.
  { name: 'kit', tags: ['$initial' as const], test: /^(?!.*entry-browser)/, priority: 3 },
  {
    name: 'parts',
    test: pathMatches(
      // Parts that most pages show. A part that is not named is loaded by the pages that import it.
      'src/web/kit/ui/(avatar|badge|behaviour/shared-value|behaviour/use-disclosure|behaviour/use-focus-heading|behaviour/use-remote|behaviour/use-resetting-state|behaviour/use-shortcuts|breadcrumb|button|class-names|dialog|feedback/alerts|feedback/empty-state|feedback/error-state|feedback/loading-overlay|feedback/progress-bar|feedback/progress-line|feedback/skeleton|feedback/spinner|feedback/stairs|feedback/toast|field|figure|logo|page-head|plain-text|prose|sharing/copy-text|structured-data)\\.',
      'src/web/kit/ui/feedback/climb\\.',
      'src/web/catalog/(amount|course-card|crumbs|level-bars|numbers|price|rating|structured-data|lists/topic-list|video/youtube-facade)',
      'src/web/identity/(guards)\\.',
      'src/web/kit/device/use-stored\\.',
      'lucide-react/dist/esm/icons/(arrow-left|arrow-right|award|book-open|check|chevron-(left|right)|circle|circle-alert|clock|download|file-text|list|lock|play|plus|rotate-ccw|star|users)\\.',
    ),
    priority: 2,
  },
  {
    name: 'reading',
    test: pathMatches(
      'src/web/library/(ebook-price|free-badge|page-kinds|use-owned-ebook-ids)\\.',
      'src/web/library/(book-cover|list-pages|tip-card)\\.',
      'src/web/site/offline/(offline-item|save-button|saved-names|saved-store|use-saved)\\.',
      'src/web/kit/device/owner\\.',
      'src/web/library/(reading-store|reader/section/display)\\.',
      'lucide-react/dist/esm/icons/(bookmark|highlighter|notebook-pen)\\.',
    ),
    priority: 1,
  },
  // Marks on lists and on what is for sale: it is the viewer's own already.
  {
    name: 'owned',
    test: pathMatches('src/web/catalog/lists/enrolled-courses\\.', 'src/web/kit/ui/feedback/load-failure\\.'),
    priority: 1,
  },
  // Lists of courses, which do not load `reading`, and lists that do.
  {
    name: 'lists',
    test: pathMatches(
      'src/web/kit/ui/lists/(search-field|pagination)\\.',
      'src/web/kit/ui/behaviour/use-is-leaving\\.',
      'src/web/catalog/lists/list-heading\\.',
    ),
    priority: 2,
  },
  {
    // Below `reading` and `lists`, whose parts it uses.
    name: 'library-lists',
    test: pathMatches('src/web/library/(chip-links|ebook-card|list-search)\\.'),
    priority: 0,
  },
  {
    // Shared by the course page, the player and what is bought.
    name: 'outline',
    test: pathMatches(
      'src/contract/commerce/labels\\.',
      'src/web/catalog/(course/course-chapters|course/list-related|lesson-icons|lesson-type-labels)\\.',
      'src/web/commerce/item-paths\\.',
      'src/web/learning/study-verb\\.',
      'lucide-react/dist/esm/icons/(circle-play|chevron-down|clipboard-pen|code|list-checks)\\.',
    ),
    priority: 1,
  },
  {
    // Small parts of the course page and the reader.
    name: 'course',
    test: pathMatches(
      'src/web/commerce/end-of-sale\\.',
      'src/web/kit/ui/(lazy-dialog|sharing/share-button)\\.',
      'lucide-react/dist/esm/icons/(share-2)\\.',
    ),
    priority: 1,
  },
  {
    // The second step of a sign-in, and fresh proofs: what most visits never open. One chunk, because every page lists the chunks that it may load.
    name: 'security',
    test: pathMatches(
      'node_modules/@simplewebauthn/',
      'src/contract/identity/two-step\\.',
      'src/web/identity/two-step/(?!can-use-passkeys)',
      'src/web/identity/settings/(passkeys-section|recovery-codes|two-step-section)\\.',
      'lucide-react/dist/esm/icons/(copy|key-round|printer)\\.',
    ),
    // Below `forms`, so that it does not take the code that both need.
    priority: 0,
  },
  {
    // Small parts of the student and account pages.
    name: 'student',
    test: pathMatches(
      'src/contract/(identity/account|kit/media/images|learning/note-length|learning/note-moments)\\.',
      'src/web/identity/(private-page-link|sign-in/use-link-token|session/use-unsaved-guard)\\.',
      'src/web/kit/device/use-sync-state\\.',
      'src/web/learning/(course-to-continue|load-as-student|progress-label|relative-time)\\.',
      'src/web/learning/dashboard/(week-numbers)\\.',
      'src/web/kit/ui/(lists/shortcut-list|behaviour/fresh-reads|behaviour/leave-row|behaviour/use-focus-next)\\.',
      'lucide-react/dist/esm/icons/(arrow-up|cloud-off|pencil)\\.',
    ),
    priority: 0,
  },
  {
    // Buying one thing: on the course page, and when it is pressed in the reader.
    name: 'offer',
    test: pathMatches(
      'src/contract/commerce/order-standing\\.',
      'src/web/commerce/(teams/buy-for-others|kept/add-to-cart|text|other-methods)\\.',
      'src/web/commerce/checkout/(buy-step|buy-item|checkout-flow|tab-text|use-checkout|use-open-transaction|use-purchase|promo-field|use-promo-code)\\.',
    ),
    priority: 0,
  },
  // Loaded by forms when a field of theirs has the focus.
  {
    name: 'schemas',
    test: pathMatches('node_modules/zod/', 'src/contract/(kit/endpoint|identity/identity)\\.'),
    priority: 1,
  },
  {
    name: 'forms',
    test: pathMatches(
      'src/web/kit/ui/(behaviour/use-press-end|feedback/wait-notice)\\.',
      'src/web/identity/(sign-in/auth-frame|sign-in/failure-text|sign-in/field-checks|sign-in/sign-in-form|sign-in/sign-in-steps|sign-in/text|sign-in/use-form|sign-in/redirect-signed-in|sign-in/use-second-step|google-button|google-sign-in|two-step/can-use-passkeys)\\.',
    ),
    priority: 1,
  },
]
