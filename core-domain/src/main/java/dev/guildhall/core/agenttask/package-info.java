/** Tasks of the agent service: planned, executed step by step by the workflow engine, offered as tools. */
package dev.guildhall.core.agenttask;
