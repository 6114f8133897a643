export type { ServiceAddresses } from './clients/clients.js';
export { composeGateway, type Gateway, type GatewayOptions } from './compose.js';
export { edgeConfig, gatewayConfig, type EdgeConfig, type GatewayConfig } from './config.js';
export { openApiDocument, type OpenApiDocument } from './openapi/document.js';
export { paramNames, type Route } from './routes/route.js';
export { routes } from './routes/table.js';
export type { ListeningServer } from './server.js';
