/** The records, identifiers, problems and interfaces of Guildhall. */
module dev.guildhall.ports {
    requires static org.jspecify;

    exports dev.guildhall.ports;
    exports dev.guildhall.ports.account;
    exports dev.guildhall.ports.admin;
    exports dev.guildhall.ports.agent;
    exports dev.guildhall.ports.agenttask;
    exports dev.guildhall.ports.apikey;
    exports dev.guildhall.ports.approval;
    exports dev.guildhall.ports.assistant;
    exports dev.guildhall.ports.audit;
    exports dev.guildhall.ports.authorization;
    exports dev.guildhall.ports.completion;
    exports dev.guildhall.ports.connection;
    exports dev.guildhall.ports.driving;
    exports dev.guildhall.ports.evaluation;
    exports dev.guildhall.ports.execution;
    exports dev.guildhall.ports.file;
    exports dev.guildhall.ports.group;
    exports dev.guildhall.ports.integration;
    exports dev.guildhall.ports.invitation;
    exports dev.guildhall.ports.key;
    exports dev.guildhall.ports.knowledge;
    exports dev.guildhall.ports.mail;
    exports dev.guildhall.ports.memory;
    exports dev.guildhall.ports.model;
    exports dev.guildhall.ports.oauth;
    exports dev.guildhall.ports.passkey;
    exports dev.guildhall.ports.problem;
    exports dev.guildhall.ports.profile;
    exports dev.guildhall.ports.response;
    exports dev.guildhall.ports.run;
    exports dev.guildhall.ports.schedule;
    exports dev.guildhall.ports.search;
    exports dev.guildhall.ports.session;
    exports dev.guildhall.ports.settings;
    exports dev.guildhall.ports.start;
    exports dev.guildhall.ports.storage;
    exports dev.guildhall.ports.task;
    exports dev.guildhall.ports.telemetry;
    exports dev.guildhall.ports.tool;
    exports dev.guildhall.ports.trigger;
    exports dev.guildhall.ports.usage;
    exports dev.guildhall.ports.webchat;
    exports dev.guildhall.ports.webhook;
    exports dev.guildhall.ports.workflow;
}
