import { describeStorm } from './describe-storm.js';

describeStorm('redis');
