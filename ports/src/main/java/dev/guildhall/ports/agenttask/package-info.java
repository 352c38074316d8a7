/** Tasks of the agent service: steps that agents carry out one after the other (spec/2 agent service, contract 4). */
package dev.guildhall.ports.agenttask;
