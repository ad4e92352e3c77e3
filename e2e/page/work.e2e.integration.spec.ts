import { describe } from '@jest/globals';
import { describeAsking } from './describe-asking.js';
import { describeFiles } from './describe-files.js';
import { describeFirstHour } from './describe-first-hour.js';
import { describeOwnData } from './describe-own-data.js';
import { describeReadings } from './describe-readings.js';
import { describeSite } from './describe-site.js';
import { describeStories } from './describe-stories.js';
import { describeTasks } from './describe-tasks.js';
import { describeWorkspaces } from './describe-workspaces.js';

describeSite((site) => {
  // `-t 'clicks of'` lists them
  describe('the clicks of an analyst', () => describeTasks(site));
  describe('the clicks of the first hour', () => describeFirstHour(site));
  describe('the clicks of own data', () => describeOwnData(site));
  describe('an answer with an open point on the page', () => describeReadings(site));
  describe('stories on the page', () => describeStories(site));
  describe('asking on the page', () => describeAsking(site));
  describe('workspaces on the page', () => describeWorkspaces(site));
  describe('files that are dropped on the page', () => describeFiles(site));
});
