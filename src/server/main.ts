import { findBundle } from './bundle/index.ts'
import { speedUpImports } from './speed-up-imports.ts'

// Entry point: runs when loaded. The product is imported after this, because static imports are resolved before any code runs.

speedUpImports()
const bundle = process.argv.includes('--dev') ? null : findBundle()
await (bundle ? import(bundle) : import('./serve.ts'))
