export { fillDemoInChildProcess } from './fill-demo-in-child-process.ts'
export { sandboxPath } from './open-payments.ts'
export { googleSandboxPath, openProduct, seed } from './open-product.ts'
