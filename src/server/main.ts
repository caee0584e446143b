import { quickenImports } from './quicken-imports.ts'

// Entry point: runs when loaded. The product is imported after this, because static imports are resolved before any code runs.

quickenImports()
await import('./serve.ts')
