export { createGoogleSandbox, type GoogleSandbox } from './sandbox.ts'
