import { describeTelemetry } from './describe-telemetry.js';

describeTelemetry('redis');
