/** Browser sessions, chats and running answers of the web application in PostgreSQL. */
package dev.guildhall.persistence.webchat;
