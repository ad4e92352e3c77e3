import { Controller, Delete, Get, Param } from '@nestjs/common';
import type { Id, PersonData } from '@assay/contracts';
import { PeopleData } from '@assay/questions';
import type { Request } from 'express';
import { Needs } from '../access/needs.js';
import { Audited } from '../audit/audited.js';
import { Documented } from '../openapi/documented.js';
import { People } from './people.js';

const ofPerson = ({ params }: Request): Record<string, unknown> => ({ person: params['id'] });

@Controller('v1/people')
@Needs({ right: 'operate' })
export class PeopleController {
  constructor(
    private readonly data: PeopleData,
    private readonly people: People,
  ) {}

  @Get(':id')
  @Audited({ action: 'person-exported', details: ofPerson })
  @Documented({
    summary: 'What is kept of one person.',
    answers: { 200: { model: 'PersonData' } },
  })
  export(@Param('id') person: Id): Promise<PersonData> {
    return this.data.export(person);
  }

  @Delete(':id')
  @Audited({ action: 'person-erased', details: ofPerson })
  @Documented({
    summary: 'Erases a person with their questions, story evaluations, comments and sessions.',
    answers: { 204: { empty: 'Erased, except the audit trail and shared data of curators, which loses its owner.' } },
  })
  async erase(@Param('id') person: Id): Promise<void> {
    await this.data.erase(person);
    this.people.evict(person);
  }
}
