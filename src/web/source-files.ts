// Source files that the manifest of the build is asked for by name. checks/architecture.test.ts checks that they exist, and that routes import them.
// Single constants, because the build removes the unused ones from each chunk.

export const browserEntry = 'src/web/site/document/entry-browser.tsx'
export const workerEntry = 'src/web/site/document/service-worker.ts'
export const serverEntry = 'src/web/site/document/entry-server.tsx'
export const deviceHost = 'src/web/site/device-host.tsx'
export const saveOffline = 'src/web/site/offline/save.ts'
export const readerPanels = 'src/web/library/reader/section/panels.tsx'

export const home = 'src/web/site/home-page.tsx'
export const catalogue = 'src/web/catalog/lists/catalogue-page.tsx'
export const search = 'src/web/site/slots/search-slots.tsx'
export const courseDetail = 'src/web/site/slots/course-page-slots.tsx'
export const player = 'src/web/site/slots/player-slots.tsx'
export const ebooks = 'src/web/library/ebooks-page.tsx'
export const reader = 'src/web/site/slots/reader-slots.tsx'
export const tips = 'src/web/library/tips-page.tsx'
export const tip = 'src/web/site/slots/tip-slots.tsx'
export const offline = 'src/web/site/offline/offline-page.tsx'
export const signIn = 'src/web/identity/sign-in/sign-in-page.tsx'
export const signUp = 'src/web/identity/sign-up-page.tsx'
export const forgotPassword = 'src/web/identity/sign-in/forgot-password-page.tsx'
