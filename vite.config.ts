import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Two builds from one configuration: what runs at the visitor's (dist/web) and the renderer that the server loads (dist/renderer).
export default defineConfig({
  plugins: [react(), tailwindcss()],
  publicDir: 'src/web/site/public',
  ssr: { noExternal: true },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        target: 'es2022',
        // Data URLs are not covered by the page policy's font-src, and cannot be remembered by the browser.
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'src/web/site/entry-browser.tsx' },
      },
    },
    ssr: {
      // The renderer runs where NODE_ENV is nobody's business; React's development build would be several times slower.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/renderer',
        copyPublicDir: false,
        target: 'node24',
        ssr: true,
        rolldownOptions: { input: 'src/web/site/entry-server.tsx' },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (client) await builder.build(client)
      if (ssr) await builder.build(ssr)
    },
  },
})
