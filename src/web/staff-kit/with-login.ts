export { withLogin } from '#web/identity/index.ts'
