/** The agent service at another address, as the chat front-end uses it (chat-13). */
package dev.guildhall.integrations.agent;
