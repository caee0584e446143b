export { createGoogleSandbox, sandboxAccounts, type GoogleSandbox } from './sandbox.ts'
