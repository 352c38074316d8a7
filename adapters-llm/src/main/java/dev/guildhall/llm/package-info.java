/** Language models behind the ports; {@link dev.guildhall.llm.ChatModels} makes them. */
package dev.guildhall.llm;
