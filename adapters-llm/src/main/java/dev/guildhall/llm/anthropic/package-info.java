/** Models of Anthropic's Messages API (models-1). */
package dev.guildhall.llm.anthropic;
