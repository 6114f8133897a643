import type { Route } from '../route.js';
import { changeTopicRule, createTopicRule, deleteTopicRule, listTopicRules } from './rules.js';

/** What happens to questions of which topic. */
export const topicRuleRoutes: readonly Route[] = [listTopicRules, createTopicRule, changeTopicRule, deleteTopicRule];
