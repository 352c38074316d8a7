/** Language models behind the ports; {@link dev.guildhall.llm.ChatModels} creates them. */
package dev.guildhall.llm;
