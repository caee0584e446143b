export { fillDemoInChildProcess } from './fill-demo-in-child-process.ts'
export { openMidtrans, openPayments, sandboxPath } from './open-payments.ts'
export { openWhatsApp, whatsAppSandboxPath } from './open-whatsapp.ts'
export { googleSandboxPath, openMailTransport, openOidc, openProduct, seed } from './open-product.ts'
