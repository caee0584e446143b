import { accentShades } from '#contract/site/accent-colour.ts'

/** The web app manifest, which makes the site installable. Source: https://www.w3.org/TR/appmanifest/ */
export const webManifest = ({ name, accent }: { name: string; accent: string | null }) => ({
  id: '/',
  name,
  short_name: name,
  description: 'Kelas online, e-book, dan tips berbahasa Indonesia.',
  lang: 'id',
  start_url: '/?src=pwa',
  scope: '/',
  display: 'standalone',
  background_color: '#fbfaf6',
  theme_color: accent === null ? '#151c4f' : accentShades(accent).light.band,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Kelas Saya', url: '/student/kelas-saya' },
    { name: 'E-Book', url: '/e-books' },
    { name: 'Materi tersimpan', url: '/offline' },
  ],
})
