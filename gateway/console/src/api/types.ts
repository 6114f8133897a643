import type { components } from '@candor/client';

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Organization = Schemas['Organization'];
export type QuestionnaireItem = Schemas['QuestionnaireItem'];
export type SearchItem = Schemas['SearchItem'];
export type Overview = Schemas['QuestionnaireOverview'];
export type Status = Schemas['ProcessingStatus'];
export type Question = Schemas['Question'];
export type Citation = Schemas['Citation'];
export type Place = Schemas['Place'];
export type Assignee = Schemas['Assignee'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type Comment = Schemas['Comment'];
export type Tag = Schemas['Tag'];
export type User = Schemas['User'];
export type Group = Schemas['Group'];
export type BulkApproval = Schemas['BulkApproval'];
export type AccountEntry = Schemas['ExtractionAccount']['entries'][number];
export type AnswerStatus = Question['answer_status'];
export type Band = 'HIGH' | 'MEDIUM' | 'LOW';
