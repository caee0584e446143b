// Pages are loaded by the route table when they are opened; nothing of this module stands on anybody else's page.
export { progressLabel } from './progress-label.ts'
