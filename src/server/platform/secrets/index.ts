export { createSecret, type Secret } from './secrets.ts'
