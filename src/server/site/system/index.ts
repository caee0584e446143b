export { createHopCounter, type Installation, type ServingProcess } from './installation.ts'
export { systemRoutes } from './routes.ts'
export { sendTestMail } from './test-mail.ts'
export { appSystemModule, systemModule, type SystemFacts, type SystemModule } from './system.ts'
