import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeWith } from '@assay/testing';
import { CHROMIUM } from './browser.js';
import { SLOW_MS } from './demo-page.js';
import { DemoSite } from './demo-site.js';
import { describeAnswers } from './describe-answers.js';
import { describeAsking } from './describe-asking.js';
import { describeFiles } from './describe-files.js';
import { describeKeys } from './describe-keys.js';
import { describePictures } from './describe-pictures.js';
import { describeReadings } from './describe-readings.js';
import { describeRecord } from './describe-record.js';
import { describeStories } from './describe-stories.js';
import { describeTasks } from './describe-tasks.js';
import { describeViews } from './describe-views.js';
import { describeWorkspaces } from './describe-workspaces.js';

describeWith(CHROMIUM, 'in Chromium', () => {
  let site: DemoSite;
  beforeAll(async () => {
    site = await DemoSite.start();
  }, SLOW_MS);
  afterAll(() => site?.stop());

  describe('every view of the page', () => describeViews(() => site));
  describe('the record on the page', () => describeRecord(() => site));
  describe('an analyst on the page', () => describeTasks(() => site));
  describe('an answer with an open point on the page', () => describeReadings(() => site));
  describe('stories on the page', () => describeStories(() => site));
  describe('pictures of the page', () => describePictures(() => site));
  describe('an answer on the page', () => describeAnswers(() => site));
  describe('asking on the page', () => describeAsking(() => site));
  describe('workspaces on the page', () => describeWorkspaces(() => site));
  describe('files that are dropped on the page', () => describeFiles(() => site));
  describe('the page where keys are needed', () => describeKeys(() => site));
});
