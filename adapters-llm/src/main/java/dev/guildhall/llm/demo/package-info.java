/** The model that answers by rules, so that users can try everything without a provider (models-1). */
package dev.guildhall.llm.demo;
