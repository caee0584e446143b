import { startEngine, type Engine } from './engine.ts'
import type { PythonParts } from './protocol.ts'
import type { PythonFiles } from './python-worker.inline.ts'

/** Runs Python in a new interpreter each time. */
export const startPython = ({ script, loader, wasm, library }: PythonParts): Engine =>
  startEngine({
    script,
    files: Promise.resolve<PythonFiles>({ kind: 'start', loader, wasm, library }),
  })
