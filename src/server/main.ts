import { speedUpImports } from './speed-up-imports.ts'

// Entry point: runs when loaded. The product is imported after this, because static imports are resolved before any code runs.

speedUpImports()
await import('./serve.ts')
