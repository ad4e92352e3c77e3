import { describe } from '@jest/globals';
import { describeAnswers } from './describe-answers.js';
import { describeAttacks } from './describe-attacks.js';
import { describeCharts } from './describe-charts.js';
import { describeLinks } from './describe-links.js';
import { describePictures } from './describe-pictures.js';
import { describeRecord } from './describe-record.js';
import { describeSite } from './describe-site.js';
import { describeViews } from './describe-views.js';

describeSite((site) => {
  describe('pictures of the page', () => describePictures(site));
  describe('every view of the page', () => describeViews(site));
  describe('the record on the page', () => describeRecord(site));
  describe('hostile texts on the page', () => describeAttacks(site));
  describe('an answer on the page', () => describeAnswers(site));
  describe('charts on the page', () => describeCharts(site));
  describe('a link to an answer in Chromium', () => describeLinks(site));
});
