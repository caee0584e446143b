import { findBundle } from './bundle/index.ts'
import { limitMemory } from './limit-memory.ts'
import { speedUpImports } from './speed-up-imports.ts'

// Entry point: runs when loaded. The product is imported after this, because static imports are resolved before any code runs.

const isDevelopment = process.argv.includes('--dev')
if (!isDevelopment) limitMemory(process.env)
speedUpImports()
const bundle = isDevelopment ? null : findBundle()
await (bundle ? import(bundle) : import('./serve.ts'))
